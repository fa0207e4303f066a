import type { AuthOptions, RequestInternal } from 'next-auth'
import { encode } from 'next-auth/jwt'
import { signInInput } from '@/schemas/people/contract'
import { passkeySignInForm } from '@/schemas/people/passkeys'
import { clientAddress } from '@/server/client-address'
import { workerCtx } from '@/server/ctx'
import { setNextAuthUrl, trustedProxies } from '@/server/env'
import { ApiError } from '@/server/errors'
import { logger } from '@/server/logger'
import { MESSAGES } from '@/server/refusals/messages'
import type { SignInFrom } from './open-session'
import { signInWithPasskey } from './passkeys/sign-in-with-passkey'
import { passkeyRefused } from './passkeys/take-passkey'
import { revokeSessionToken } from './revoke-session'
import { sessionCookie } from './session-cookie'
import { openCookie, secretOfForm, sessionSecret } from './session-secret'
import { signIn } from './sign-in'

const WEEK_SECONDS = 7 * 24 * 3600
/** Replaces next-auth's own function, which is CommonJS: some bundlers see a function, and Node sees an object. */
const CREDENTIALS = { name: 'Credentials', type: 'credentials' } as const

type Cookies = readonly { name: string; value: string }[]

/**
 * The options of next-auth, which is used only for the cookie and its cross-site protection. The sessions table decides
 * whether a cookie is valid. `cookies`: the cookies of the request.
 */
export function authOptions(cookies: Cookies): AuthOptions {
  setNextAuthUrl()
  return {
    secret: secretOfForm(cookies),
    session: { strategy: 'jwt', maxAge: WEEK_SECONDS },
    pages: { signIn: '/sign-in', error: '/sign-in', signOut: '/' },
    cookies: { sessionToken: sessionCookie() },
    providers: [
      {
        id: 'credentials',
        ...CREDENTIALS,
        credentials: { email: {}, password: {}, code: {}, passkey: {} },
        authorize: async (credentials, request) => ({ id: await openByPassword(credentials, request) }),
      },
      {
        id: 'passkey',
        ...CREDENTIALS,
        credentials: { passkey: {} },
        authorize: async (credentials, request) => ({ id: await openByPasskey(credentials, request) }),
      },
    ],
    callbacks: {
      // `user` is only set at sign-in; its id is the session token.
      jwt: ({ token, user }) => ({ sessionToken: user ? user.id : token.sessionToken }),
      session: ({ session }) => ({ expires: session.expires }),
      // Pages decide where to go next, so an address in the request is ignored.
      redirect: ({ baseUrl }) => baseUrl,
    },
    events: {
      signOut: async ({ token }) => {
        if (typeof token?.sessionToken === 'string') await revokeSessionToken(workerCtx(), token.sessionToken)
      },
    },
    // A cookie that cannot be read has no session; only its sender is affected.
    jwt: {
      encode: (params) => encode({ ...params, secret: sessionSecret() }),
      decode: ({ token, salt }) => openCookie(token, salt),
    },
    logger: {
      error: (code, failure) => {
        if (code === 'JWT_SESSION_ERROR') return
        const err = failure instanceof Error ? failure : failure.error
        logger().error({ code, err, failed: `sign-in: ${code}` }, 'next-auth')
      },
      warn: () => {},
      debug: () => {},
    },
  }
}

type Request = Pick<RequestInternal, 'headers'>

function openByPassword(credentials: unknown, request: Request): Promise<string> {
  const parsed = signInInput.safeParse(credentials)
  if (!parsed.success) throw new Error('Email or password is wrong.')
  return open(request, (from) => signIn(workerCtx(), { ...parsed.data, ...from }))
}

function openByPasskey(credentials: unknown, request: Request): Promise<string> {
  const parsed = passkeySignInForm.safeParse(credentials)
  if (!parsed.success) throw passkeyRefused('unauthenticated')
  return open(request, (from) => signInWithPasskey(workerCtx(), { ...parsed.data.passkey, ...from }))
}

/** The sign-in page shows the text of its refusals. */
async function open(request: Request, sign: (from: SignInFrom) => Promise<string>): Promise<string> {
  const headers = new Headers(request.headers)
  try {
    return await sign({ clientIp: clientAddress(headers, trustedProxies()), userAgent: headers.get('user-agent') })
  } catch (error) {
    if (error instanceof ApiError) throw error
    logger().error({ err: error }, 'sign-in failed')
    throw new Error(MESSAGES.internal, { cause: error })
  }
}
