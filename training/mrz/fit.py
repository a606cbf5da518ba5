"""Fits a network to rendered samples, one thread, from a seed; a stopped run goes on after its last whole part."""

import time
from pathlib import Path

import numpy as np
import torch
from torch import nn
from torch.optim.swa_utils import AveragedModel

from . import networks, pages, render, strips, texts

AVERAGING = 0.998
"""What is judged and kept is the running mean of the weights, over fewer steps at first."""

PARTS = 8
"""Parts of an epoch; after each a checkpoint is kept. `cycles` of what is fitted: epochs and the highest rate of each."""


class Reading:
    """How the reader is fitted."""

    network, batch = networks.Reader, 64
    cycles = ((2, 4e-3),)
    width = 256

    def batch_of(self, samples, chosen, random):
        """Strips cut out a little higher, lower, left or right each time; one gain for light and one for ink."""
        room = strips.HEIGHT - strips.LINE, strips.WIDTH - self.width
        images, labels = [], []
        for index in chosen:
            y, x = random.integers(room[0] + 1), random.integers(room[1] + 1)
            image = samples["images"][index, y : y + strips.LINE, x : x + self.width].astype(np.float32)
            edges = samples["symbols"][index, x : x + self.width]
            images.append(self.ended(image, edges, random) if random.random() < self.ended_share else image)
            labels.append(edges[strips.STEP // 2 :: strips.STEP])
        values = np.stack(images)[:, None]
        gain = np.exp(random.normal(0, 0.15, (len(chosen), 1, 1, 1))).astype(np.float32)
        lift = random.normal(0, 10, (len(chosen), 1, 1, 1)).astype(np.float32)
        return torch.from_numpy(np.clip(values * gain + lift, 0, 255)), torch.from_numpy(
            np.stack(labels).astype(np.int64)
        )

    ended_share = 0.2

    def ended(self, image, edges, random):
        """The strip where the picture ends beside the line, or the paper is blank: nothing that could be a character."""
        image = image.copy()
        places = np.nonzero(edges != texts.NOTHING)[0]
        first, last = (places[0], places[-1]) if len(places) else (self.width, self.width - 1)
        left, right = first - int(random.integers(8, 60)), last + int(random.integers(8, 60))
        is_blank = random.random() < 0.5
        for part, edge in ((slice(0, max(0, left)), left), (slice(right + 1, self.width), right)):
            if 0 <= edge < self.width:
                repeated = image[:, edge : edge + 1]
                image[:, part] = repeated.mean() if is_blank else repeated
                image[:, part] += random.normal(0, random.choice([0, 0.5, 1.5]), image[:, part].shape)
        return image

    def objective(self, outputs, labels):
        """The cross entropy of each step."""
        return nn.functional.cross_entropy(outputs.flatten(0, 1), labels.flatten())

    def judged(self, network, samples):
        """Loss, and the share of symbols taken for another, on strips in their middle place."""
        y, x = (strips.HEIGHT - strips.LINE) // 2, (strips.WIDTH - self.width) // 2
        images = samples["images"][:, y : y + strips.LINE, x : x + self.width]
        edges = samples["symbols"][:, x : x + self.width]
        labels = torch.from_numpy(edges[:, strips.STEP // 2 :: strips.STEP].astype(np.int64))
        with torch.no_grad():
            parts = [network(torch.from_numpy(part[:, None].astype(np.float32))) for part in np.array_split(images, 16)]
        outputs = torch.cat(parts)
        is_symbol = labels != texts.NOTHING
        wrong = outputs[..., : texts.NOTHING].argmax(dim=2) != labels
        return self.objective(outputs, labels).item(), wrong[is_symbol].float().mean().item()


class Finding:
    """How the finder is fitted."""

    network, batch = networks.Finder, 8
    cycles = ((8, 3e-3),)
    side = 256

    def batch_of(self, samples, chosen, random):
        """Windows of pages, turned by quarters and mirrored now and then."""
        images, maps = [], []
        for index in chosen:
            y, x = self.corner(samples["maps"][index][0], random)
            image = samples["images"][index, y : y + self.side, x : x + self.side].astype(np.float32)
            cells = slice(y // 4, (y + self.side) // 4), slice(x // 4, (x + self.side) // 4)
            target = samples["maps"][index][:, *cells].astype(np.float32)
            image, target = pages.turned(image, target, int(random.integers(4)), random.random() < 0.15)
            images.append(
                np.clip(image * np.float32(np.exp(random.normal(0, 0.15))) + np.float32(random.normal(0, 10)), 0, 255)
            )
            maps.append(target)
        return torch.from_numpy(np.stack(images)[:, None]), torch.from_numpy(np.stack(maps))

    def corner(self, stripes, random):
        """Where a window begins: three of four hold a part of a line, if there is one."""
        rows, columns = np.nonzero(stripes > 0.3)
        ends = [(size - self.side) // pages.CELL for size in (pages.HEIGHT, pages.WIDTH)]
        if len(rows) and random.random() < 0.75:
            seen, cells = random.integers(len(rows)), self.side // pages.CELL
            starts = [place[seen] - random.integers(cells // 8, cells - cells // 8) for place in (rows, columns)]
        else:
            starts = [random.integers(end + 1) for end in ends]
        return [int(np.clip(start, 0, end)) * pages.CELL for start, end in zip(starts, ends)]

    def objective(self, outputs, maps):
        """Cross entropy of the stripe, and where it is, the distances of direction and of the height's logarithm."""
        core = nn.functional.binary_cross_entropy_with_logits(outputs[:, 0], maps[:, 0], reduction="none")
        weight = 1 + 2 * maps[:, 0]
        inside = (maps[:, 0] > 0.3).float()
        direction = (outputs[:, 1:3] - maps[:, 1:3]).square().sum(dim=1)
        height = nn.functional.smooth_l1_loss(outputs[:, 3], maps[:, 3], reduction="none", beta=0.1)
        total = inside.sum() + 1
        return 20 * (core * weight).mean() + (direction * inside).sum() / total + 2 * (height * inside).sum() / total

    def judged(self, network, samples):
        """Loss, and the share of cells on the wrong side."""
        losses, wrong, count = [], 0.0, 0.0
        with torch.no_grad():
            for start in range(0, len(samples["images"]), 8):
                image = torch.from_numpy(samples["images"][start : start + 8, None].astype(np.float32))
                maps = torch.from_numpy(samples["maps"][start : start + 8].astype(np.float32))
                outputs = network(image)
                losses.append(self.objective(outputs, maps).item())
                found, real = outputs[:, 0] > 0, maps[:, 0] > 0.5
                wrong += (found != real).sum().item()
                count += real.sum().item()
        return float(np.mean(losses)), wrong / max(count, 1)


TASKS = {"reader": Reading(), "finder": Finding()}


def fit(name, folder, work, counts, seed):
    """The mean state of the network `name` after its last part, with its loss and errors on the validation samples."""
    torch.set_num_threads(1)
    torch.use_deterministic_algorithms(True)
    torch.manual_seed(seed)
    task = TASKS[name]
    train, validation = (render.read(folder, name, part, counts[part]) for part in ("train", "validation"))
    network = task.network().to(memory_format=torch.channels_last)
    optimizer = torch.optim.AdamW(network.parameters(), lr=task.cycles[0][1], weight_decay=0.02)
    mean = AveragedModel(network, avg_fn=moved, use_buffers=True)
    parts = {"network": network, "mean": mean, "optimizer": optimizer}
    checkpoint = Path(work) / f"{name}.checkpoint"
    stored = resumed(checkpoint, parts)
    done, begun = stored.get("done", 0), 0
    steps = len(train["images"]) // task.batch // PARTS
    for epochs, rate in task.cycles:
        ended = begun + PARTS * epochs
        schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, rate, steps * PARTS * epochs, pct_start=0.1)
        if begun < done < ended:
            schedule.load_state_dict(stored["schedule"])
        parts["schedule"] = schedule
        for part in range(max(begun, done), ended):
            started, total = time.time(), 0.0
            torch.manual_seed(seed * 1000 + part)
            order = np.random.default_rng((seed, part // PARTS)).permutation(len(train["images"]))
            random = np.random.default_rng((seed, part, 1))
            network.train()
            first = part % PARTS * steps * task.batch
            for batch in order[first : first + steps * task.batch].reshape(steps, task.batch):
                inputs, wanted = task.batch_of(train, batch, random)
                loss = task.objective(network(inputs), wanted)
                optimizer.zero_grad()
                loss.backward()
                nn.utils.clip_grad_norm_(network.parameters(), 5.0)
                optimizer.step()
                schedule.step()
                mean.update_parameters(network)
                total += loss.item()
            keep(checkpoint, parts, part + 1)
            said = f"{name} {part + 1}: {total / steps:.4f}"
            if part % PARTS == PARTS - 1:
                said += ", held out {:.4f}, wrong {:.4f}".format(*task.judged(mean.module.eval(), validation))
            print(f"{said}, {time.time() - started:.0f} s", flush=True)
        begun = ended
    held_out, wrong = task.judged(mean.module.eval(), validation)
    return {"state": mean.module.state_dict(), "loss": held_out, "wrong": wrong, "cycles": task.cycles}


def moved(mean, value, count):
    """The running mean after one more value."""
    return mean + (value - mean) * max(1 - AVERAGING, 1 / (1 + int(count) / 10))


def keep(path, parts, done):
    """Writes the state of a fit under its name only when it is complete."""
    path.parent.mkdir(parents=True, exist_ok=True)
    partial = path.with_suffix(".partial")
    torch.save({**{name: part.state_dict() for name, part in parts.items()}, "done": done}, partial)
    partial.replace(path)


def resumed(path, parts):
    """Loads what a stopped run left; returns all of it, with the number of its whole parts."""
    if not path.exists():
        return {}
    stored = torch.load(path)
    for name, part in parts.items():
        part.load_state_dict(stored[name])
    return stored
