/**
 * Math.random where the code of a game may call it: taken over before modules are loaded, so that what they keep of it is taken over as well. While a game
 * draws, it is answered by what the game is given; at any other time it is what it was, which throws on every thread that plays.
 */

let draw: (() => number) | null = null
let isRouted = false

/** Takes Math.random over, once on a thread. Nothing happens where built-ins are frozen already. */
export function routeRandom(): void {
  if (isRouted || Object.isFrozen(Math)) return
  isRouted = true
  const { random } = Math
  Math.random = () => {
    if (draw === null) return random()
    return draw()
  }
}

/** What `play` returns; meanwhile, Math.random is answered by `numbers`. */
export function drawingFrom<T>(numbers: () => number, play: () => T): T {
  const before = draw
  draw = numbers
  try {
    return play()
  } finally {
    draw = before
  }
}
