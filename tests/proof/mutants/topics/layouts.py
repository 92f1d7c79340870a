"""Public messages in Discord's own layout, and what the button of a lobby carries."""

from __future__ import annotations

from tests.proof.mutants.mutant import Mutant

LAYING, TIDYING = "bot/announcing/payloads.py", "bot/announcing/tidying.py"
FORMS = "tests/bot/announcing/test_e2e_laid_out.py"

MUTANTS = (
    Mutant(
        "a layout is edited as plain text",
        LAYING,
        "return row.nonce.startswith(_LAID_OUT)",
        "return False",
        FORMS,
    ),
    Mutant(
        "plain text is edited as a layout",
        LAYING,
        "return row.nonce.startswith(_LAID_OUT)",
        "return True",
        FORMS,
    ),
    Mutant(
        "a picture that is there is uploaded again",
        "bot/announcing/editing.py",
        "return [attachment for _, attachment in known]",
        "return []",
        FORMS,
    ),
    Mutant(
        "what Discord refused to keep is named again",
        "bot/announcing/editing.py",
        "self.attached.stop_reusing()",
        "pass",
        FORMS,
    ),
    Mutant(
        "a layout that is refused in an edit has no other form",
        LAYING,
        'ways.append({**make_payload(layouts.make_fallback(shown), linked), "attachments": []})',
        "pass",
        FORMS,
    ),
    Mutant(
        "a layout that Discord does not take at all is not posted anew",
        "bot/announcing/editing.py",
        "if error.status != INVALID or not is_laid_out(row):",
        "if True:",
        FORMS,
    ),
    Mutant(
        "a layout loses all of its text with its buttons",
        TIDYING,
        "for content in contents or [_BELOW]",
        "for content in [_BELOW]",
        FORMS,
    ),
    Mutant(
        "a lobby does not carry the commitment",
        "bot/ui/table/fairness_page.py",
        'custom_id("b", "fa", table.id, table.commitment)',
        'custom_id("b", "fa", table.id)',
        FORMS,
    ),
    Mutant(
        "a layout that is refused is not posted at all",
        "bot/announcing/layout_post.py",
        "if error.status != INVALID:",
        "if error.status == INVALID:",
        FORMS,
    ),
    Mutant(
        "a drawing that Discord does not have is written into a text",
        "bot/platform/emoji.py",
        "icon is None or icon.art not in self._known",
        "icon is None",
        "tests/bot/platform/test_e2e_emoji.py",
    ),
)
