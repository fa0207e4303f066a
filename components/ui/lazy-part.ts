/** A module that a page loads only when it is about to be needed. */
export type LazyPart<M> = {
  /** Null until it was loaded. */
  read: () => M | null
  /** Loads it once. After a failure the next call loads again. */
  load: () => Promise<M>
}

/** `load` is an import: `lazyPart(() => import('./send-form'))`. */
export function lazyPart<M>(load: () => Promise<M>): LazyPart<M> {
  let loaded: M | null = null
  let loading: Promise<M> | null = null
  async function loadOnce(): Promise<M> {
    try {
      loaded = await load()
      return loaded
    } finally {
      loading = null
    }
  }
  return {
    read: () => loaded,
    load: () => {
      if (loaded !== null) return Promise.resolve(loaded)
      loading ??= loadOnce()
      return loading
    },
  }
}
