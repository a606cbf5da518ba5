// Shows instants as the reader's own clock and language do; the page itself has them in UTC.
const format = new Intl.DateTimeFormat(document.documentElement.lang, {
  dateStyle: "medium", timeStyle: "short",
});
for (const time of document.querySelectorAll("time[datetime]")) {
  const instant = new Date(time.dateTime);
  if (Number.isNaN(instant.getTime())) continue;
  time.title = `${time.dateTime} (UTC)`;
  time.textContent = format.format(instant);
}
