// The case takes the place of the page that confirmed the decision, so that the way back does not lead to a form that was sent.
// Without this script the form is sent as ever.
const form = document.getElementById("confirm");
form?.addEventListener("submit", async (event) => {
  if (event.submitter?.value !== "settle") return;
  event.preventDefault();
  if (form.getAttribute("aria-busy")) return;
  form.setAttribute("aria-busy", "true");
  try {
    const body = new URLSearchParams(new FormData(form, event.submitter));
    // Not followed here: each view of a case is an entry of the trail.
    const answer = await fetch(form.action, { method: "POST", body, redirect: "manual" });
    if (answer.type === "opaqueredirect") {
      location.replace(form.dataset.after);
      return;
    }
  } catch {
    // The browser says it, when it sends the form itself.
  }
  const step = document.createElement("input");
  [step.type, step.name, step.value] = ["hidden", "step", "settle"];
  form.append(step);
  form.submit();
});
