// The page of one enrollment: the time that is left for the QR code, and the steps as the phone goes through them.
const page = document.getElementById("enrollment");
const byID = (id) => document.getElementById(id);

function show(status) {
  const items = [...byID("steps").children];
  byID("steps").hidden = status.steps.length === 0;
  status.steps.forEach((step, index) => {
    const item = items[index];
    if (!item || item.dataset.state === step.state) return;
    item.dataset.state = step.state;
    item.querySelector(".said").textContent = step.said;
    if (step.state !== "waiting") byID("newest").textContent = `${step.name}: ${step.said}`;
  });
  const qr = byID("qr");
  // Once, so that who opens it again keeps it open.
  if (status.isOpened && qr && !qr.classList.contains("used")) {
    qr.classList.add("used");
    qr.querySelector("details").open = false;
  }
  const hint = byID("hint");
  if (hint.textContent !== (status.hint ?? "")) hint.textContent = status.hint ?? "";
  hint.hidden = !status.hint;
  if (status.isPending) return;
  const end = byID("end");
  end.classList.toggle("good", status.isAccepted);
  end.classList.toggle("warn", !status.isAccepted);
  byID("ending").textContent = status.ending ?? "";
  byID("advice").textContent = status.advice ?? "";
  byID("code").textContent = status.registrationCode ?? "";
  byID("code-line").hidden = !status.registrationCode;
  byID("again").hidden = !status.mayStartAgain;
  end.hidden = false;
  byID("newest").textContent = status.ending ?? "";
  byID("qr")?.remove();
}

// Where events are blocked, and until they come back, the page asks every five seconds while the phone is at work. What a machine
// has refused a human may look at days later: that is told as long as the stream stays open, and not asked for.
function follow() {
  let polling = null;
  let isOver = false;
  const take = (status) => {
    show(status);
    if (!status.isPending) {
      isOver = true;
      clearInterval(polling);
    }
    if (status.isFinal) stream?.close();
  };
  const ask = async () => {
    try {
      const answer = await fetch(page.dataset.status, { headers: { Accept: "application/json" } });
      byID("lost").hidden = answer.status < 500;
      if (answer.ok) take(await answer.json());
      // Whoever may not follow it any more is told why, by the page itself.
      else if ([401, 403, 404].includes(answer.status)) location.reload();
    } catch {
      byID("lost").hidden = false;
    }
  };
  const stream = "EventSource" in window ? new EventSource(page.dataset.events) : null;
  stream?.addEventListener("status", (event) => {
    clearInterval(polling);
    polling = null;
    byID("lost").hidden = true;
    take(JSON.parse(event.data));
  });
  const poll = () => {
    if (polling === null && !isOver) polling = setInterval(ask, 5000);
  };
  if (stream) {
    stream.onerror = () => {
      if (isOver) stream.close();
      else poll();
    };
  } else poll();
}

function countDown() {
  const left = byID("left");
  if (!left) return;
  const text = byID("left-text");
  const end = performance.now() + Number(left.dataset.seconds) * 1000;
  const said = new Set();
  const tick = () => {
    const seconds = Math.max(0, Math.round((end - performance.now()) / 1000));
    const clock = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
    text.textContent = seconds === 0 ? text.dataset.gone : text.dataset.minutes.replace("{time}", clock);
    for (const minute of [5, 2, 1]) {
      if (seconds === minute * 60 && !said.has(minute)) {
        said.add(minute);
        byID("left-said").textContent = text.textContent;
      }
    }
    if (seconds === 0) {
      byID("left-said").textContent = text.dataset.gone;
      clearInterval(timer);
    }
  };
  const timer = setInterval(tick, 1000);
  tick();
}

function offerCopy() {
  const copy = byID("copy");
  if (!copy || !navigator.clipboard) return;
  copy.hidden = false;
  copy.addEventListener("click", async () => {
    await navigator.clipboard.writeText(byID("link").value);
    copy.textContent = copy.dataset.done;
  });
}

countDown();
offerCopy();
if (page.dataset.final === "false") follow();
