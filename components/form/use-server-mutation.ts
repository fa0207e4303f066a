'use client'

import { type UseMutationOptions, useMutation } from '@tanstack/react-query'
import type { TRPCClientErrorLike } from '@trpc/client'
import type { DecorateMutationProcedure, ResolverDef } from '@trpc/tanstack-react-query'
import { useCallback, useRef } from 'react'
import { v4 } from 'uuid'
import { isRefusal } from './is-refusal'
import { refusalText } from './refusal-text'
import { resolvePathOf } from './resolve-path-of'

type Callbacks<TDef extends ResolverDef> = Pick<
  UseMutationOptions<TDef['output'], TRPCClientErrorLike<TDef>, TDef['input']>,
  'onSuccess' | 'onError' | 'onSettled'
>
type ServerMutationOptions<TDef extends ResolverDef> = Callbacks<TDef> & {
  /** For mutations on a page, which may follow one another. One of a dialog is over until the dialog opens again. */
  again?: boolean
}

/** `key` lives as long as the intent: through every try with an unknown outcome. */
type Attempt = { phase: 'free' | 'running' | 'done'; key: string | null }

/**
 * The one way to call a mutation. Submitting it while it runs or after it succeeded is ignored at once, before React
 * has rendered anything. Every try has the same idempotency key, so that the server does it once at most.
 */
export function useServerMutation<TDef extends ResolverDef>(
  procedure: Pick<DecorateMutationProcedure<TDef>, 'mutationOptions'>,
  { again = false, ...callbacks }: ServerMutationOptions<TDef> = {},
) {
  const attempt = useRef<Attempt>({ phase: 'free', key: null })
  const idempotencyKey = useCallback(() => attempt.current.key, [])
  const mutation = useMutation(
    procedure.mutationOptions({
      // Offline it fails and says so; a try that waited for the network could run long after the reader left.
      networkMode: 'always',
      trpc: { context: { idempotencyKey } },
      onSuccess: (...args) => {
        attempt.current.phase = 'done'
        return callbacks.onSuccess?.(...args)
      },
      onError: (error, ...args) => {
        attempt.current.phase = 'free'
        if (again && isRefusal(error)) attempt.current.key = null
        return callbacks.onError?.(error, ...args)
      },
      onSettled: (...args) => {
        if (again && attempt.current.phase === 'done') attempt.current = { phase: 'free', key: null }
        return callbacks.onSettled?.(...args)
      },
    }),
  )
  const { mutate: run, reset: resetMutation } = mutation
  const mutate: typeof run = useCallback(
    (...args) => {
      if (attempt.current.phase !== 'free') return
      attempt.current = { phase: 'running', key: attempt.current.key ?? v4() }
      run(...args)
    },
    [run],
  )
  const reset = useCallback(() => {
    if (attempt.current.phase === 'running') return
    attempt.current = { phase: 'free', key: null }
    resetMutation()
  }, [resetMutation])
  const { data, error, variables, isPending, isSuccess } = mutation
  const resolvePath = resolvePathOf(error)
  return { data, error, variables, isPending, isSuccess, problem: refusalText(error), resolvePath, mutate, reset }
}
