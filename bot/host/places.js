// The playground's own part of the page: a list of channels and threads beside who one is, and links to them;
// it also says that the bot is closed or starts again, returns to the same place then, and scrolls to answers.

const key = window.location.hash.slice(1);
const EVERY_MS = 1000;
const TRIES = 40;
const label = document.createElement("label");
label.className = "viewer-control";
const title = document.createElement("span");
const list = document.createElement("select");
list.id = "place-picker";
label.append(title, list);
const viewer = document.getElementById("viewer-picker");
viewer.closest("label").after(label);

// On a phone the bar has no room for a word more.
const narrow = window.matchMedia("(max-width: 760px)");
const fit = () => title.classList.toggle("visually-hidden", narrow.matches);
narrow.addEventListener("change", fit);
fit();

let known = "";
let places = [];
let lost = 0;
let restarts = false;
let who = "";
let waited = 0;
const STOPPED_MS = 20000;
const PATIENT = 3;
const SAVED = "reefs-place";
const notice = document.getElementById("playground-notice");
let pressed = Date.now();
let newest = "";
let changing = null;
let before = "";
const ANSWER_MS = 20000;
const FOLLOW_MS = 200;
// After one of these keys, the page doesn't scroll back to an answer.
const SCROLL_KEYS = new Set(["PageUp", "PageDown", "Home", "End", "ArrowUp", "ArrowDown"]);
const newer = document.getElementById("new-messages");
const messages = document.getElementById("channel-message-list");
const timeline = document.getElementById("channel-timeline");
const status = document.getElementById("action-status");
const viewerName = [...viewer.closest("label").childNodes].find((one) => one.nodeType === Node.TEXT_NODE);

async function ask(place, message) {
  const answer = await fetch("/api/pages", {
    method: "POST",
    headers: { "Content-Type": "application/json", "X-Simcord-Capability": key, "X-Places": "1" },
    body: JSON.stringify({ viewer: viewer.value, place, message }),
  });
  if (answer.status === 401) cover("keyless");
  if (!answer.ok) return null;
  const found = await answer.json();
  restarts = found.restarts;
  show(found);
  return found.here;
}

// While a press is being answered, nobody goes anywhere: it is tried again.
async function go(place, message) {
  pressed = message ? 0 : Date.now();
  newest = "";
  for (let left = TRIES; left > 0; left -= 1) {
    const here = await ask(place, message);
    if (here === null || here === place) return;
    await new Promise((resolve) => setTimeout(resolve, EVERY_MS / 2));
  }
}

function show(found) {
  const text = JSON.stringify(found);
  // One that is open would close.
  if (text === known || (known && document.activeElement === list)) return;
  known = text;
  places = found.places;
  viewerName.textContent = `${found.viewer} `;
  viewer.setAttribute("aria-label", found.viewer);
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

// Covers the page, which SimCord empties while the bot is away.
function cover(text) {
  notice.textContent = notice.dataset[text];
  notice.hidden = false;
}

// After a restart the page opens anew: it returns to the person and the channel that it showed.
function comeBack() {
  const saved = JSON.parse(sessionStorage.getItem(SAVED) ?? "null");
  sessionStorage.removeItem(SAVED);
  if (!saved) return;
  if (saved.who !== viewer.value && [...viewer.options].some((one) => one.value === saved.who)) {
    viewer.value = saved.who;
    viewer.dispatchEvent(new Event("change", { bubbles: true }));
  }
  if (saved.place !== list.value && places.some((one) => one.id === saved.place)) void go(saved.place);
}

async function poll() {
  try {
    // A bot that was started again knows none of the open pages, so this one has no viewer any more.
    lost = lost || (known && !viewer.value ? Date.now() : 0);
    if (lost) {
      cover(restarts && Date.now() - lost < STOPPED_MS ? "restarting" : "stopped");
      await fetch("/");
      sessionStorage.setItem(SAVED, JSON.stringify({ who, place: list.value }));
      window.location.reload();
      return;
    }
    if (viewer.value) {
      who = viewer.value;
      const first = !known;
      await ask();
      if (first && known) comeBack();
    } else if ((waited += 1) > PATIENT) {
      // SimCord shows nothing if the key is wrong.
      await ask();
    }
  } catch {
    lost = lost || Date.now();
  }
  setTimeout(poll, EVERY_MS);
}

list.addEventListener("change", () => {
  known = "";
  list.blur();
  void go(list.value);
});
document.addEventListener("click", press, true);
document.addEventListener("click", (event) => {
  const at = event.target instanceof Element ? event.target : null;
  const link = at?.closest("a[href^='https://discord.com/channels/']");
  const name = at?.closest(".mention")?.textContent ?? "";
  const parts = link ? new URL(link.href).pathname.split("/") : [];
  const found = places.find((one) => (link ? one.id === parts[3] : `#${one.name}` === name));
  if (link) event.preventDefault();
  if (found) void go(found.id, parts[4]);
}, true);
const findNewest = () => [...messages.querySelectorAll("[data-message-id]")].at(-1);
function press(event) {
  if (!event.isTrusted) return;
  pressed = Date.now();
  newest = findNewest()?.dataset.messageId ?? "";
  changing = event.target.closest?.("[data-message-id]");
  before = changing?.textContent;
}
// Scrolls to the answer to a press or command, which may be out of view, and follows it while its picture
// loads: to a new message, or else to the changed message of the button; in a channel that was just opened, to
// the newest message. Of one taller than the page, the beginning is shown.
function answered() {
  if (Date.now() - pressed > ANSWER_MS) return;
  if (!newer.hidden) newer.click();
  const last = findNewest();
  const page = timeline.getBoundingClientRect();
  if (last && last.dataset.messageId !== newest) {
    const here = last.getBoundingClientRect();
    if (here.height > page.height) timeline.scrollTop += here.top - page.top;
    else timeline.scrollTop = timeline.scrollHeight;
  } else if (changing?.isConnected && changing.textContent !== before) {
    const here = changing.getBoundingClientRect();
    if (here.top < page.top || here.height > page.height) timeline.scrollTop += here.top - page.top;
    else if (here.bottom > page.bottom) timeline.scrollTop += here.bottom - page.bottom;
  }
}
document.getElementById("channel-composer").addEventListener("submit", press, true);
document.addEventListener("keydown", (event) => {
  if (event.key === "Enter") press(event);
  else if (SCROLL_KEYS.has(event.key)) pressed = 0;
}, true);
for (const name of ["wheel", "touchmove", "pointerdown"]) {
  timeline.addEventListener(name, () => { pressed = 0; }, { passive: true });
}
setInterval(answered, FOLLOW_MS);
// Only what somebody can use: that the page waits, or that something went wrong.
const USEFUL = /…$|\bnot\b|uncertain|unavailable|ended/;
new MutationObserver(() => status.classList.toggle("routine", !USEFUL.test(status.textContent)))
  .observe(status, { childList: true, characterData: true, subtree: true });
if (key) void poll();
else cover("keyless");
