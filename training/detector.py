"""Finds a face and its 468 mesh points with the networks that the server uses too."""

from pathlib import Path

import cv2
import numpy as np
import openvino

ROOT = Path(__file__).resolve().parents[1]


class Detector:
    """BlazeFace (short range) and the face mesh, one thread, f32."""

    def __init__(self):
        core = openvino.Core()
        settings = {"INFERENCE_NUM_THREADS": 1, "INFERENCE_PRECISION_HINT": "f32"}
        faces = ROOT / "models/face-detection/face_detection_short_range.tflite"
        mesh = ROOT / "models/face-mesh/face_landmark.tflite"
        self.faces = core.compile_model(str(faces), "CPU", settings)
        self.mesh = core.compile_model(str(mesh), "CPU", settings)
        self.anchors = anchors()

    def points(self, image):
        """The mesh points (468, 2) of the clearest face of an R, G, B image, or None."""
        box = self.box(image)
        if box is None:
            return None
        points = self.refined(image, *box)
        if points is None:
            return None
        eyes = points[263] - points[33]
        low, high = points.min(axis=0), points.max(axis=0)
        side = 1.5 * float((high - low).max())
        return self.refined(image, (low + high) / 2, side, float(np.arctan2(eyes[1], eyes[0])))

    def box(self, image):
        """Centre, side and roll (radians) of the window for the mesh, or None without a face."""
        height, width = image.shape[:2]
        side = max(height, width)
        square = np.zeros((side, side, 3), np.uint8)
        top, left = (side - height) // 2, (side - width) // 2
        square[top : top + height, left : left + width] = image
        small = cv2.resize(square, (128, 128), interpolation=cv2.INTER_AREA if side > 128 else cv2.INTER_LINEAR)
        outputs = self.faces([(small.astype(np.float32) / 127.5 - 1)[None]])
        regressors, scores = outputs["regressors"][0], outputs["classificators"][0, :, 0]
        best = int(scores.argmax())
        if scores[best] < 0:
            return None
        values = regressors[best] / 128
        anchor = self.anchors[best]
        centre, extent = (values[:2] + anchor) * side, values[2:4] * side
        keys = (values[4:].reshape(6, 2) + anchor) * side
        eyes = keys[1] - keys[0]
        return centre - (left, top), 1.5 * float(extent.max()), float(np.arctan2(eyes[1], eyes[0]))

    def refined(self, image, centre, side, roll):
        """Mesh points seen in a turned square window, or None where the mesh sees no face."""
        cosine, sine = np.cos(roll), np.sin(roll)
        factor = side / 192
        matrix = factor * np.array([[cosine, -sine], [sine, cosine]])
        offset = np.asarray(centre) - matrix @ (96, 96)
        window = cv2.warpAffine(
            image, np.column_stack([matrix, offset]), (192, 192), flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
        )
        outputs = self.mesh([(window.astype(np.float32) / 255)[None]])
        if outputs["conv2d_31"].item() < 0:
            return None
        return outputs["conv2d_21"].reshape(468, 3)[:, :2] @ matrix.T + offset


def anchors():
    """Centres of the detector's 896 anchors in 0...1: two for each cell of 16 x 16, six for each of 8 x 8."""
    centres = []
    for cells, repeats in ((16, 2), (8, 6)):
        for y in range(cells):
            for x in range(cells):
                centres += [((x + 0.5) / cells, (y + 0.5) / cells)] * repeats
    return np.array(centres, np.float32)
