/**
 * Everything that pages and their route files import from the server. Next does not compile it for a process with a
 * front server: `front/shared-server.ts` provides the front server's own copy instead.
 */
export { TRPCError } from '@trpc/server'
export { workerCtx } from '@/server/ctx'
export { env } from '@/server/env'
export { authOptions } from '@/server/people/auth-options'
export { currentPerson } from '@/server/people/current-person'
export { needsSecondFactor } from '@/server/people/factors/require-fresh-proof'
export { listOwnInvitations } from '@/server/people/links/list-own-invitations'
export { sessionCookie } from '@/server/people/session-cookie'
export { listOwnProjects } from '@/server/projects/list-own-projects'
export { findPublicStatus } from '@/server/status/find-public-status'
export { toCallContext } from '@/server/trpc/call-context'
export { answerCalls } from './answer-calls'
export { ownDocument } from './own-document'
export { appRouter } from './procedures'
