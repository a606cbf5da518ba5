/* Instants as the server writes them (`WrittenTime`): by one clock, which is named. Only who is told of one loads it. */
const { months, shape, own } = document.getElementById("times").dataset;
const two = (number) => String(number).padStart(2, "0");
const clock = (instant) => `${two(instant.getUTCHours())}:${two(instant.getUTCMinutes())}`;

/** `28 Nov 2026` */
export const day = (instant) =>
  shape.replace("{day}", instant.getUTCDate()).replace("{month}", months.split(" ")[instant.getUTCMonth()])
    .replace("{year}", instant.getUTCFullYear());

/** `28 Nov 2026, 14:05 UTC` */
export const moment = (instant) => `${day(instant)}, ${clock(instant)} UTC`;

/** The same, and what the reader's own clock shows then, where it shows something else. */
export function momentHere(instant) {
  const offset = instant.getTimezoneOffset();
  if (!offset) return moment(instant);
  const here = new Date(instant - offset * 60_000);
  const told = day(here) === day(instant) ? clock(here) : `${day(here)}, ${clock(here)}`;
  return `${moment(instant)} (${own.replace("{time}", told)})`;
}
