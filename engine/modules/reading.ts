/** Tells how far the reading of a game is, whose trial matches take long if the game is large. */

export interface ReadingStep {
  /** "playing trial match 1 of 3: 412 moves" */
  readonly doing: string
  /** What its author can do if that takes too long. */
  readonly advice: string
}

/** A step, made only if somebody looks; null when the reading is over. */
export type ReadingNews = (() => ReadingStep) | null

let listen: (news: ReadingNews) => void = () => {}

export function onReading(listener: (news: ReadingNews) => void): void {
  listen = listener
}

export function tellReading(news: ReadingNews): void {
  listen(news)
}
