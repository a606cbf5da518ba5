// The secret of a link stands behind its #, which no browser sends; it leaves the address bar at once. Asking what the link is good
// for uses nothing up, so nobody has to press for it.
const form = document.getElementById("link");
const missing = document.getElementById("missing");

function open() {
  const token = location.hash.slice(1);
  history.replaceState(null, "", location.pathname);
  form.hidden = !token;
  if (missing) missing.hidden = Boolean(token);
  document.getElementById("token").value = token;
  if (token) form.submit();
}

// A link that is opened where this page is open already loads nothing anew.
addEventListener("hashchange", open);
open();
