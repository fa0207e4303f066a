'use client'

import { type UseMutationOptions, useMutation } from '@tanstack/react-query'
import type { TRPCClientErrorLike } from '@trpc/client'
import type { DecorateMutationProcedure, ResolverDef } from '@trpc/tanstack-react-query'
import { useCallback, useRef } from 'react'
import { isRefusal } from './is-refusal'
import { beginAttempt, NO_ATTEMPT } from './mutation-attempt'
import { refusalText } from './refusal-text'
import { resolvePathOf } from './resolve-path-of'

type Callbacks<TDef extends ResolverDef> = Pick<
  UseMutationOptions<TDef['output'], TRPCClientErrorLike<TDef>, TDef['input']>,
  'onSuccess' | 'onError' | 'onSettled'
>
type ServerMutationOptions<TDef extends ResolverDef> = Callbacks<TDef> & {
  /**
   * For mutations of a page, which may be submitted again with other input. A mutation of a dialog stays finished until
   * the dialog opens again.
   */
  again?: boolean
}

/**
 * Calls a mutation. Submitting it again while it runs, or after it succeeded, is ignored at once, before React has
 * rendered. Every try has the same idempotency key, so that the server executes it at most once.
 */
export function useServerMutation<TDef extends ResolverDef>(
  procedure: Pick<DecorateMutationProcedure<TDef>, 'mutationOptions'>,
  { again = false, ...callbacks }: ServerMutationOptions<TDef> = {},
) {
  const attempt = useRef(NO_ATTEMPT)
  const idempotencyKey = useCallback(() => attempt.current.key, [])
  const mutation = useMutation(
    procedure.mutationOptions({
      // It fails immediately while offline: an attempt that waits for the network could run long after the reader left.
      networkMode: 'always',
      trpc: { context: { idempotencyKey } },
      onSuccess: (...args) => {
        attempt.current = { ...attempt.current, phase: 'done' }
        return callbacks.onSuccess?.(...args)
      },
      onError: (error, ...args) => {
        attempt.current = again && isRefusal(error) ? NO_ATTEMPT : { ...attempt.current, phase: 'free' }
        return callbacks.onError?.(error, ...args)
      },
      onSettled: (...args) => {
        if (again && attempt.current.phase === 'done') attempt.current = NO_ATTEMPT
        return callbacks.onSettled?.(...args)
      },
    }),
  )
  const { mutate: run, reset: resetMutation } = mutation
  const mutate: typeof run = useCallback(
    (...args) => {
      const begun = beginAttempt(attempt.current, { input: args[0], again })
      if (!begun) return
      attempt.current = begun
      run(...args)
    },
    [run, again],
  )
  const reset = useCallback(() => {
    if (attempt.current.phase === 'running') return
    attempt.current = NO_ATTEMPT
    resetMutation()
  }, [resetMutation])
  const { data, error, variables, isPending, isSuccess } = mutation
  const resolvePath = resolvePathOf(error)
  return { data, error, variables, isPending, isSuccess, problem: refusalText(error), resolvePath, mutate, reset }
}
