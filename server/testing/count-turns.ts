/** How often the process got to other work during `work`. */
export async function countTurns(work: () => Promise<unknown>): Promise<number> {
  const seen = { turns: 0, isDone: false }
  const turn = () => {
    if (seen.isDone) return
    seen.turns += 1
    setImmediate(turn)
  }
  setImmediate(turn)
  try {
    await work()
  } finally {
    seen.isDone = true
  }
  return seen.turns
}
