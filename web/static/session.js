// Warns before the session ends of who does nothing, and keeps it for whoever says that they are still there. Another page of
// the same session may have said so meanwhile.
const WARNING = 120;

export function watch(section) {
  const said = section.querySelector("[role=alert]");
  const stay = section.querySelector("button");
  const again = section.querySelector("a");
  const others = "BroadcastChannel" in window ? new BroadcastChannel("session") : null;
  let end = 0;
  let isLast = false;
  let shown = "none";
  let before = null;

  const look = () => {
    const left = (end - Date.now()) / 1000;
    const state = left <= 0 ? "over" : left > WARNING ? "none" : isLast ? "last" : "ending";
    if (state === shown) return;
    shown = state;
    if (state === "none" && section.contains(document.activeElement)) before?.focus();
    section.hidden = state === "none";
    stay.hidden = state !== "ending";
    again.hidden = state !== "over";
    const minutes = String(Math.max(1, Math.round(left / 60)));
    said.textContent = (section.dataset[state] ?? "").replace("{minutes}", minutes);
  };
  const take = (time) => {
    end = Date.now() + time.seconds * 1000;
    isLast = time.isLast;
    look();
  };

  stay.addEventListener("click", async () => {
    stay.disabled = true;
    try {
      const body = new URLSearchParams({ csrf: section.dataset.csrf });
      const answer = await fetch(section.dataset.extend, { method: "POST", body });
      const time = answer.ok ? await answer.json() : { seconds: 0, isLast: true };
      take(time);
      if (answer.ok) others?.postMessage(time);
    } catch {
      // No connection: the button can be pressed again.
    }
    stay.disabled = false;
  });
  document.addEventListener("focusin", (event) => {
    if (!section.contains(event.target)) before = event.target;
  });
  others?.addEventListener("message", (event) => take(event.data));

  const time = { seconds: Number(section.dataset.seconds), isLast: section.dataset.isLast === "true" };
  take(time);
  others?.postMessage(time);
  setInterval(look, 1000);
}

const section = document.getElementById("session");
if (section) watch(section);
