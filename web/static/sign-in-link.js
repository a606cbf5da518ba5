// The secret of a link stands behind its #, which no browser sends; it leaves the address bar at once.
document.getElementById("token").value = location.hash.slice(1);
history.replaceState(null, "", location.pathname);
