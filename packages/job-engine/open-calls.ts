/** Calls to the application that run in this process, so that the end of a run can end them. */
export interface OpenCalls {
  open(runId: string): { signal: AbortSignal; close(): void }
  abort(runId: string): void
}

export function createOpenCalls(): OpenCalls {
  const byRun = new Map<string, Set<AbortController>>()
  return {
    open(runId) {
      const call = new AbortController()
      const calls = byRun.get(runId) ?? new Set()
      byRun.set(runId, calls.add(call))
      return {
        signal: call.signal,
        close() {
          calls.delete(call)
          if (calls.size === 0) byRun.delete(runId)
        },
      }
    },
    abort(runId) {
      for (const call of byRun.get(runId) ?? []) call.abort()
    },
  }
}
