"""The networks: what `mrz-reader` and `mrz-finder` compute from grey values."""

import torch
from torch import nn

from . import texts


def convolution(before, after, kernel=3, stride=1, groups=1, padding=None):
    """A convolution, its normalisation and a rectifier."""
    padding = kernel // 2 if padding is None else padding
    inner = nn.Conv2d(before, after, kernel, stride, padding, groups=groups, bias=False)
    return nn.Sequential(inner, nn.BatchNorm2d(after), nn.ReLU(inplace=True))


class Separable(nn.Module):
    """A depthwise 3 x 3 convolution and a pointwise one; what came in is added where shapes agree."""

    def __init__(self, before, after, stride=1, spread=1):
        super().__init__()
        self.is_residual = before == after and stride == 1
        self.depthwise = nn.Conv2d(before, before, 3, stride, spread, spread, before, bias=False)
        self.between = nn.BatchNorm2d(before)
        self.pointwise = nn.Conv2d(before, after, 1, bias=False)
        self.after = nn.BatchNorm2d(after)

    def forward(self, values):
        mixed = self.after(self.pointwise(self.between(self.depthwise(values))))
        return torch.relu(values + mixed if self.is_residual else mixed)


class Reader(nn.Module):
    """Strips (N, 1, 32, W) of 0...255 to logits (N, W / 4, 38). A step sees 23 pixels to either side.

    Grey values are first held against mean and spread of the pixels around (the whole height, 33 wide), so that light,
    ink and paper are left out and shape remains.
    """

    AROUND = 33

    def __init__(self):
        super().__init__()
        self.edges = nn.Sequential(
            convolution(1, 24, stride=2),
            convolution(24, 48, stride=2),
            Separable(48, 64),
            convolution(64, 96, stride=(2, 1)),
            Separable(96, 96),
            convolution(96, 128, stride=(2, 1)),
            convolution(128, 192, kernel=(2, 1), padding=0),
        )
        self.symbols = nn.Sequential(
            nn.Conv1d(192, 128, 3, padding=1, bias=False),
            nn.BatchNorm1d(128),
            nn.ReLU(inplace=True),
            nn.Dropout(0.1),
            nn.Conv1d(128, texts.NOTHING + 1, 1),
        )

    def forward(self, strips):
        values = strips / 64 - 2
        around = nn.functional.avg_pool1d
        settings = {"kernel_size": self.AROUND, "stride": 1, "padding": self.AROUND // 2, "count_include_pad": False}
        mean = around(values.mean(dim=2), **settings)
        square = around((values * values).mean(dim=2), **settings)
        spread = torch.sqrt(torch.relu(square - mean * mean) + 0.0025)
        level = (values - mean[:, :, None]) / spread[:, :, None]
        return self.symbols(self.edges(level).squeeze(2)).transpose(1, 2)


class Slim(nn.Module):
    """As `Separable`, with one normalisation: what the finder can pay for at its size."""

    def __init__(self, before, after, stride=1, spread=1):
        super().__init__()
        self.is_residual = before == after and stride == 1
        self.depthwise = nn.Conv2d(before, before, 3, stride, spread, spread, before, bias=False)
        self.pointwise = nn.Conv2d(before, after, 1, bias=False)
        self.after = nn.BatchNorm2d(after)

    def forward(self, values):
        mixed = self.after(self.pointwise(self.depthwise(values)))
        return torch.relu(values + mixed if self.is_residual else mixed)


class Finder(nn.Module):
    """Pages (N, 1, H, W) of 0...255 to maps (N, 4, H / 4, W / 4): core of lines, reading direction, log of height."""

    def __init__(self):
        super().__init__()
        self.at_quarter = nn.Sequential(convolution(1, 24, kernel=8, stride=4, padding=2), Slim(24, 24))
        self.at_eighth = nn.Sequential(Slim(24, 48, stride=2), Slim(48, 48), Slim(48, 48))
        self.at_sixteenth = nn.Sequential(
            Slim(48, 96, stride=2),
            Slim(96, 96),
            Slim(96, 96, spread=2),
            Slim(96, 96, spread=4),
            Slim(96, 96, spread=2),
            Slim(96, 96),
        )
        self.up_sixteenth = convolution(96, 48, kernel=1)
        self.join_eighth = Slim(48, 48)
        self.up_eighth = convolution(48, 24, kernel=1)
        self.join_quarter = Slim(24, 24)
        self.maps = nn.Sequential(Slim(24, 32), nn.Conv2d(32, 4, 1))

    def forward(self, pages):
        quarter = self.at_quarter(pages / 64 - 2)
        eighth = self.at_eighth(quarter)
        coarse = self.up_sixteenth(self.at_sixteenth(eighth))
        eighth = self.join_eighth(eighth + twice(coarse))
        maps = self.maps(self.join_quarter(quarter + twice(self.up_eighth(eighth))))
        direction = nn.functional.normalize(maps[:, 1:3], dim=1)
        return torch.cat([maps[:, :1], direction, maps[:, 3:]], dim=1)


def twice(values):
    return nn.functional.interpolate(values, scale_factor=2, mode="nearest")
