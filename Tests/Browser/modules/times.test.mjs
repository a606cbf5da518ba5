import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { load } from "./load.mjs";

// The same as WrittenTimeTests.swift holds the server to.
const { months, shape, written } = JSON.parse(readFileSync(new URL("times.json", import.meta.url), "utf8"));
const dataset = { own: "{time} by the clock of this device" };
globalThis.document = { getElementById: () => ({ get dataset() { return dataset; } }) };

/** The module in one language: it reads its words once. */
async function times(language) {
  Object.assign(dataset, { months: months[language], shape: shape[language] });
  return load(`times.js?${language}`);
}

for (const language of Object.keys(months)) {
  test(`instants read as the server writes them (${language})`, async () => {
    const { day, moment } = await times(language);
    for (const one of written) {
      assert.equal(moment(new Date(one.instant)), one[language]);
      assert.equal(day(new Date(one.instant.slice(0, 10))), one[language].split(",")[0]);
    }
  });
}

test("the own clock is told beside the named one where it shows something else", async () => {
  const { momentHere } = await times("en");
  const at = (instant, offset) => Object.assign(new Date(instant), { getTimezoneOffset: () => offset });
  const told = "by the clock of this device)";
  assert.equal(momentHere(at("2026-11-28T14:05:00Z", 0)), "28 Nov 2026, 14:05 UTC");
  assert.equal(momentHere(at("2026-11-28T14:05:00Z", -60)), `28 Nov 2026, 14:05 UTC (15:05 ${told}`);
  assert.equal(momentHere(at("2026-11-28T14:05:00Z", -660)), `28 Nov 2026, 14:05 UTC (29 Nov 2026, 01:05 ${told}`);
  assert.equal(momentHere(at("2026-11-28T14:05:00Z", 210)), `28 Nov 2026, 14:05 UTC (10:35 ${told}`);
});
