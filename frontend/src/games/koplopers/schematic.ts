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

/** Where tickets lie (their middles): nearer to their own station than to others, on no line. */
export const TICKET_PLACES: Record<string, Point[]> = {
  AH: [
    [6.58, 8.2],
    [7.01, 8.2],
  ],
  AMF: [
    [4.73, 7.19],
    [5.16, 7.19],
  ],
  AML: [[9.49, 5]],
  AMR: [
    [0.68, 3],
    [1.11, 3],
  ],
  APD: [[6.67, 6.49]],
  ASD: [
    [2.83, 3.87],
    [3.37, 3.87],
    [3.37, 5.33],
  ],
  BD: [
    [1.9, 10.54],
    [2.33, 10.54],
  ],
  DDR: [[2.44, 9.05]],
  DV: [
    [7.7, 4.63],
    [8.13, 4.63],
  ],
  DZ: [[10.03, 0.45]],
  EHV: [
    [4.55, 10.54],
    [4.98, 10.54],
  ],
  EKZ: [[4.3, 2.21]],
  EMN: [[9.5, 2.81]],
  ES: [
    [9.89, 6.49],
    [10.32, 6.49],
  ],
  GD: [[1.95, 6.41]],
  GN: [
    [7.7, 0.61],
    [8.13, 0.61],
  ],
  GVC: [
    [0.31, 6.37],
    [0.31, 6.8],
    [0.31, 7.23],
  ],
  HDR: [[1.6, 1.61]],
  HGL: [[9, 6.49]],
  HLD: [[0.7, 8.34]],
  HLG: [[5.25, 0.61]],
  HLM: [
    [0.33, 4.5],
    [0.76, 4.5],
  ],
  HN: [[2.89, 2.71]],
  HRL: [
    [7.22, 12.31],
    [7.65, 12.31],
  ],
  HT: [
    [4.47, 8.66],
    [4.9, 8.66],
  ],
  HVS: [[4.69, 5.6]],
  LEDN: [
    [0.25, 5.43],
    [0.25, 5.86],
  ],
  LLS: [[5.1, 3.21]],
  LW: [
    [6.19, 0.61],
    [6.62, 0.61],
  ],
  MP: [[6.97, 3]],
  MT: [
    [4.44, 12.7],
    [4.87, 12.7],
  ],
  NM: [
    [5.44, 8.66],
    [5.87, 8.66],
  ],
  RM: [[6.69, 10.71]],
  RSD: [[0.36, 10.05]],
  RTD: [
    [2.42, 8.04],
    [2.42, 8.47],
    [2.85, 8.47],
  ],
  SHL: [
    [1.84, 4.88],
    [2.27, 4.88],
  ],
  STD: [[5.61, 11.8]],
  STV: [[5.99, 2.75]],
  TB: [
    [2.89, 10.54],
    [3.32, 10.54],
  ],
  UT: [
    [3.37, 6.07],
    [2.8, 7.18],
    [2.8, 7.61],
  ],
  VL: [
    [7.67, 9.76],
    [8.1, 9.76],
  ],
  VS: [[0.4, 11.89]],
  WW: [[9.6, 8.19]],
  ZL: [
    [6.54, 3.61],
    [6.97, 3.61],
  ],
  ZP: [[7.83, 5.71]],
};

/** Where a region's name is written, faintly. */
export const REGION_NAMES: Record<string, Point> = {
  N: [9.55, 1.95],
  O: [8.3, 8.5],
  NW: [3.5, 1.8],
  W: [0.85, 9.05],
  Z: [3.9, 11.05],
};

/** The whole diagram, in grid units: left, top, width, height. */
export const EXTENT = { x: -0.1, y: 0.1, width: 10.7, height: 13 };
