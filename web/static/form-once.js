// A form that begins something is sent once, however often its button is pressed. Where the browser comes back to the page it can
// be sent again.
for (const form of document.querySelectorAll("form[data-once]")) {
  let isSent = false;
  form.addEventListener("submit", (event) => {
    if (isSent) event.preventDefault();
    isSent = true;
    form.querySelector("button").setAttribute("aria-disabled", "true");
  });
  addEventListener("pageshow", () => {
    isSent = false;
    form.querySelector("button").removeAttribute("aria-disabled");
  });
}
