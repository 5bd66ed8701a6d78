/** A run's state after a step: ended, or waiting until a wall-clock instant (epoch ms). */
export type Progress = { done: true } | { againAt: number };
