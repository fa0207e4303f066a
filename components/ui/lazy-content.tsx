'use client'

import { catchError } from 'next/error'
import { type ReactNode, Suspense, use, useState } from 'react'
import { ErrorState } from './error-state'
import type { LazyPart } from './lazy-part'
import { Skeleton } from './skeleton'

const LOADING = <Skeleton className="h-40 w-full" />

type LazyContentProps<M> = {
  part: LazyPart<M>
  /** The placeholder until the code is loaded. Null if the part is usually empty. */
  loading?: ReactNode
  children: (module: M) => ReactNode
}

/**
 * A part of a page whose code loads once the part is shown. If it does not load, an error with a retry button replaces
 * the part. `React.lazy` would replace the whole page with an error, and never retry.
 */
export function LazyContent<M>({ part, loading = LOADING, children }: LazyContentProps<M>) {
  const [load, setLoad] = useState(() => begin(part))
  return (
    <LoadBoundary onRetry={() => setLoad(begin(part))}>
      <Suspense fallback={loading}>
        <Loaded part={part} load={load}>
          {children}
        </Loaded>
      </Suspense>
    </LoadBoundary>
  )
}

type LoadedProps<M> = { part: LazyPart<M>; load: Promise<M>; children: (module: M) => ReactNode }

function Loaded<M>({ part, load, children }: LoadedProps<M>) {
  return children(part.read() ?? use(load))
}

/** The code of the part did not load. The part itself has no error. */
class PartNotLoaded extends Error {}

async function begin<M>(part: LazyPart<M>): Promise<M> {
  try {
    return await part.load()
  } catch (cause) {
    throw new PartNotLoaded('the code of a part could not be loaded', { cause })
  }
}

const LoadBoundary = catchError(({ onRetry }: { onRetry: () => void }, { error, reset }) => {
  if (!(error instanceof PartNotLoaded)) throw error
  return (
    <ErrorState
      className="py-4"
      message="This part of the page could not be loaded. Check your connection and try again."
      onRetry={() => {
        onRetry()
        reset()
      }}
    />
  )
})
