import { oncePerProcess } from '@/db/once-per-process'
import type * as ForPages from '@/registry/for-pages'

const shared = () => oncePerProcess('server of the pages', () => new Map<'server', typeof ForPages>())

/** Gives pages this process's own copy of the server. Called before Next loads the first page. */
export function shareServer(server: typeof ForPages): void {
  shared().set('server', server)
}

/**
 * Stands for `registry/for-pages.ts` in pages that are built for a front server: the same names, taken from the copy
 * that the front server shares. While Next builds the pages there is none, and no page calls it.
 */
export const {
  TRPCError,
  answerCalls,
  appRouter,
  authOptions,
  currentPerson,
  env,
  findPublicStatus,
  listOwnInvitations,
  listOwnProjects,
  needsSecondFactor,
  ownDocument,
  sessionCookie,
  toCallContext,
  workerCtx,
} = shared().get('server') ?? ({} as typeof ForPages)
