/** The note of a learning in the folder of a run. */
export const LEARNING = 'learning.json'
