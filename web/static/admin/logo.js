// The file becomes a text of the form: the server reads no form that has files. More than it takes is not sent; it says so.
const form = document.getElementById("logo-form");
const file = document.getElementById("logo-file");
form.hidden = false;
form.addEventListener("submit", (event) => {
  const [chosen] = file.files;
  if (!chosen) return;
  event.preventDefault();
  const reader = new FileReader();
  reader.onload = () => {
    const text = reader.result.slice(reader.result.indexOf(",") + 1);
    form.elements.image.value = text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
  };
  reader.onloadend = () => form.submit();
  reader.readAsDataURL(chosen.slice(0, Number(form.dataset.most) + 1));
});
