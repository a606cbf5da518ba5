// A button beside a field copies what stands in it and says so. Without a script the field is there to be selected.
async function copied(field) {
  field.select();
  // Pages that came without encryption have no clipboard.
  if (!navigator.clipboard) return document.execCommand("copy");
  return navigator.clipboard.writeText(field.value).then(() => true, () => false);
}

for (const button of document.querySelectorAll("button[data-copies]")) {
  const field = document.getElementById(button.dataset.copies);
  button.hidden = false;
  field.addEventListener("focus", () => field.select());
  button.addEventListener("click", async () => {
    button.nextElementSibling.textContent = (await copied(field)) ? button.dataset.done : button.dataset.failed;
  });
}
