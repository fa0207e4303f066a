/** An access token and when it ends, in epoch milliseconds. */
export type StoredToken = { accessToken: string; expiresAt: number }

/**
 * Keeps the token between processes, so that functions that start often do not request one each time: an address gets
 * at most 30 a minute. Until it expires, the stored token grants the same access as the API key.
 */
export type TokenStore = {
  get: () => Promise<StoredToken | null> | StoredToken | null
  set: (token: StoredToken | null) => Promise<void> | void
}

/** A token is not used in the last part of its lifetime, of this length. */
const RENEW_MS = 60_000

/** Keeps one token and renews it; concurrent calls wait for the same one. `issue` requests one from the API. */
export function keepToken(issue: () => Promise<StoredToken>, store: TokenStore, now: () => number) {
  let underway: Promise<StoredToken> | null = null

  const renew = (): Promise<StoredToken> => {
    underway ??= issue()
      .then(async (token) => {
        await store.set(token)
        return token
      })
      .finally(() => {
        underway = null
      })
    return underway
  }
  return {
    /** A token that is good for a while. */
    async get(): Promise<string> {
      if (underway) return (await underway).accessToken
      const stored = await store.get()
      const isGood = stored !== null && stored.expiresAt - RENEW_MS > now()
      return (isGood ? stored : await renew()).accessToken
    },
    /** Forgets a token that was refused, unless it was replaced already. */
    async forget(refused: string): Promise<void> {
      if ((await store.get())?.accessToken === refused) await store.set(null)
    },
  }
}

/** In the memory of the process. */
export function memoryStore(): TokenStore {
  let stored: StoredToken | null = null
  return {
    get: () => stored,
    set: (token) => {
      stored = token
    },
  }
}
