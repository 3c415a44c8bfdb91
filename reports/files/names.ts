/** Names in a run's folder that pages tell. */

/** The folder with the pages of matches. */
export const MATCH_PAGES = 'matches'
