import { paths } from '@/components/paths'
import { signIn } from './auth-calls'

/**
 * Signs in with a password that was just set, and opens the person's first page. Opens the sign-in page if that fails.
 */
export async function signInToPortal(credentials: { email: string; password: string }): Promise<void> {
  const refusal = await signIn(credentials).catch(() => 'unreachable')
  // A full load, so that nothing of an earlier person stays in the caches; the token leaves the address.
  window.location.replace(refusal === null ? '/' : paths.signIn)
}
