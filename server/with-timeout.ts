/** The result of `asked`, or `otherwise` if it takes longer than `limitMs`. */
export async function withTimeout<T>(asked: Promise<T>, limitMs: number, otherwise: T): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<T>((resolve) => {
    timer = setTimeout(() => resolve(otherwise), limitMs)
  })
  try {
    return await Promise.race([asked, late])
  } finally {
    clearTimeout(timer)
  }
}
