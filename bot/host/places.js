// A list of the channels and threads of the playground, beside who one is; links to them lead there.

const key = window.location.hash.slice(1);
const EVERY_MS = 1000;
const label = document.createElement("label");
label.className = "viewer-control";
const title = document.createElement("span");
const list = document.createElement("select");
list.id = "place-picker";
label.append(title, list);
const viewer = document.getElementById("viewer-picker");
viewer.closest("label").after(label);

let known = "";
let places = [];

async function ask(place, message) {
  const answer = await fetch("/api/pages", {
    method: "POST",
    headers: { "Content-Type": "application/json", "X-Simcord-Capability": key, "X-Places": "1" },
    body: JSON.stringify({ viewer: viewer.value, place, message }),
  });
  if (answer.ok) show(await answer.json());
}

function show(found) {
  const text = JSON.stringify(found);
  // One that is open would close.
  if (text === known || (known && document.activeElement === list)) return;
  known = text;
  places = found.places;
  title.textContent = found.title;
  list.setAttribute("aria-label", found.title);
  list.replaceChildren(...places.map((one) => {
    const entry = document.createElement("option");
    entry.value = one.id;
    entry.textContent = `${one.deep ? "\u00a0\u00a0↳ " : "# "}${one.name}${one.new ? ` (${found.new})` : ""}`;
    return entry;
  }));
  list.value = found.here;
}

async function poll() {
  try {
    if (viewer.value) await ask();
  } catch {
    // The page itself says that nobody answers.
  }
  setTimeout(poll, EVERY_MS);
}

list.addEventListener("change", () => {
  known = "";
  list.blur();
  void ask(list.value);
});
document.addEventListener("click", (event) => {
  const at = event.target instanceof Element ? event.target : null;
  const link = at?.closest("a[href^='https://discord.com/channels/']");
  const name = at?.closest(".mention")?.textContent ?? "";
  const parts = link ? new URL(link.href).pathname.split("/") : [];
  const found = places.find((one) => (link ? one.id === parts[3] : `#${one.name}` === name));
  if (link) event.preventDefault();
  if (found) void ask(found.id, parts[4]);
}, true);
void poll();
