// The modes as line drawings in a box from -12 to 12.

export const ICONS: Record<string, string> = {
  walk: "M1 -9.5a2 2 0 1 0 .1 0M0 -5L-1 3L-5 11M-1 3L4 6L5 11M0 -4L-5 0V3M0 -4L4 0L8 1",
  skates: "M-6 -11V4H8Q8 -2 2 -3V-11M-8 4H10M-4 9a2 2 0 1 0 .1 0M1 9a2 2 0 1 0 .1 0M6 9a2 2 0 1 0 .1 0",
  bike: "M-7 0a5 5 0 1 0 .1 0M7 0a5 5 0 1 0 .1 0M-7 5L-3 -4H5L0 5H-7M-3 -4L0 5M5 -4L7 5M5 -4L4 -8H7M-5 -7H-1M-4 -7L-3 -4",
  bus: "M-10 -8H10V6H-10ZM-10 -1H10M-3 -8V-1M4 -8V-1M-6 5a2.5 2.5 0 1 0 .1 0M6 5a2.5 2.5 0 1 0 .1 0",
  car: "M-11 5V0L-6 -1L-3 -6H5L8 -1L11 0V5ZM1 -6V-1M-6 -1H8M-6 3a2.5 2.5 0 1 0 .1 0M6 3a2.5 2.5 0 1 0 .1 0",
  moto: "M-7 1a4 4 0 1 0 .1 0M7 1a4 4 0 1 0 .1 0M-7 5L-3 0H3L6 -6H3M7 5L4 -3M-3 0L-6 -2H-9M-2 5H2L4 0",
  taxi: "M-11 5V0L-6 -1L-3 -6H5L8 -1L11 0V5ZM-2 -6V-9H4V-6M-6 -1H8M-6 3a2.5 2.5 0 1 0 .1 0M6 3a2.5 2.5 0 1 0 .1 0M-1 2H1M2 2H4",
  streetcar: "M-9 -7H9V5H-9ZM-9 -1H9M-3 -7V-1M3 -7V-1M-3 -11L0 -7L3 -11M-4 -11H4M-6 8L-5 5M6 8L5 5M-11 9H11",
};
