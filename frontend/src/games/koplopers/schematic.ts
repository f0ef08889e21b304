// The Netherlands as a line diagram: places on a grid, so that lines lie at calm angles and there is room for tickets.
// Only for boards with these very stations; any other board is drawn by its own coordinates.

import type { Point } from "./types";

export const UNIT = 100;

/** Stations and the far ends of yards. */
export const PLACES: Record<string, Point> = {
  DZ: [9.6, 0.45],
  GN: [8.4, 1],
  "Y-GN": [9.3, 1],
  LW: [6.4, 1],
  "Y-LW": [6.4, 1.85],
  HLG: [5.25, 1],
  STV: [5.5, 2.75],
  MP: [7.4, 3],
  EMN: [9.5, 3.2],
  ZL: [7.4, 4],
  "Y-ZL": [6.5, 4],
  DV: [7.4, 5],
  AML: [9, 5],
  HGL: [9, 6.1],
  ES: [10.1, 6.1],
  "Y-ES": [10.1, 5.2],
  APD: [6.3, 6.1],
  ZP: [7.4, 6.1],
  WW: [9.6, 7.8],
  AH: [6.3, 7.8],
  NM: [6.3, 9.05],
  "Y-NM": [7.2, 9.05],
  HDR: [1.6, 2],
  "Y-HDR": [2.5, 2],
  AMR: [1.6, 3.1],
  HN: [3.1, 3.1],
  EKZ: [4.3, 2.6],
  HLM: [1.25, 4.6],
  ASD: [3.1, 4.6],
  "Y-ASD": [4.05, 4.6],
  SHL: [2.05, 5.3],
  LLS: [5.1, 3.6],
  HVS: [4.2, 5.7],
  LEDN: [0.8, 5.8],
  GVC: [0.8, 6.8],
  GD: [1.95, 6.8],
  UT: [3.1, 6.8],
  AMF: [5.3, 6.8],
  RTD: [1.95, 7.95],
  HLD: [0.7, 7.95],
  DDR: [1.95, 9.05],
  RSD: [0.85, 10.15],
  "Y-RSD": [1.5, 10.8],
  VS: [0.4, 11.5],
  BD: [1.95, 10.15],
  TB: [3.1, 10.15],
  HT: [4.2, 9.05],
  EHV: [5.3, 10.15],
  VL: [7.4, 10.15],
  "Y-VL": [8.3, 10.15],
  RM: [6.9, 11.1],
  STD: [6.1, 11.9],
  MT: [5.3, 12.7],
  HRL: [6.9, 12.7],
  "Y-HRL": [7.8, 12.7],
};

/** Where lines bend, from the first named station to the second. */
export const BENDS: Record<string, Point[]> = {
  "GN-DZ": [[8.95, 0.45]],
  "GN-MP": [[8.4, 2]],
  "LW-STV": [[5.5, 1.9]],
  "LW-MP": [[7.4, 2]],
  "ZL-EMN": [[8.2, 3.2]],
  "ZL-AML": [[8, 4]],
  "ZL-AMF": [[5.3, 6.1]],
  "APD-AMF": [
    [6.3, 6.5],
    [6, 6.8],
  ],
  "ZP-WW": [
    [8.2, 6.9],
    [8.7, 6.9],
  ],
  "ZP-AH": [[7.4, 6.7]],
  "AH-UT": [[4.1, 7.8]],
  "HT-UT": [[3.1, 7.95]],
  "VL-RM": [[7.4, 10.6]],
  "RM-EHV": [[6.25, 11.1]],
  "RSD-VS": [[0.4, 10.6]],
  "LEDN-UT": [[2.1, 5.8]],
  "LEDN-SHL": [[1.3, 5.3]],
  "LEDN-HLM": [[0.8, 5.05]],
  "SHL-ASD": [[2.4, 5.3]],
  "HLM-AMR": [[1.25, 3.45]],
  "HN-EKZ": [[3.6, 2.6]],
  "ASD-LLS": [[4.1, 3.6]],
};

/** Where tickets lie (their middles) at crowded stations: eight tracks leave Amsterdam. */
export const TICKET_PLACES: Record<string, Point[]> = {
  ASD: [
    [2.8, 3.83],
    [3.4, 3.83],
    [3.4, 5.37],
  ],
  AH: [
    [5.6, 7.42],
    [6.03, 7.42],
  ],
  DV: [
    [7.7, 4.63],
    [8.13, 4.63],
  ],
  RTD: [
    [2.42, 8.04],
    [2.42, 8.47],
    [2.85, 8.47],
  ],
  SHL: [
    [1.84, 4.88],
    [2.27, 4.88],
  ],
  UT: [
    [2.37, 7.18],
    [2.8, 7.18],
    [2.8, 7.61],
  ],
};

/** Where a region's name is written, faintly. */
export const REGION_NAMES: Record<string, Point> = {
  N: [9.55, 1.95],
  O: [8.3, 8.5],
  NW: [3.4, 2.3],
  W: [0.85, 9.05],
  Z: [3.9, 11.05],
};

/** The whole diagram, in grid units: left, top, width, height. */
export const EXTENT = { x: -0.1, y: 0.1, width: 10.7, height: 13 };
