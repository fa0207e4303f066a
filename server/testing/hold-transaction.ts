/**
 * Begins a transaction that pauses with its locks held: `begin` awaits `pause` at the end of its work. Returns once it
 * pauses; the function that it returns lets the transaction end.
 */
export async function holdTransaction(
  begin: (pause: () => Promise<void>) => Promise<unknown>,
): Promise<() => Promise<void>> {
  let letGo = () => {}
  const over = new Promise<void>((resolve) => {
    letGo = resolve
  })
  let ended: Promise<unknown> = Promise.resolve()
  await new Promise<void>((resolve, reject) => {
    ended = begin(() => {
      resolve()
      return over
    })
    ended.catch(reject)
  })
  return async () => {
    letGo()
    await ended
  }
}
