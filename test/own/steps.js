export const STEPS = 3
