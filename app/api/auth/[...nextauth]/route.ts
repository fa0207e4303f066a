import type { NextRequest } from 'next/server'
import NextAuth from 'next-auth'
import { authOptions } from '@/server/people/auth-options'

type Context = { params: Promise<{ nextauth: string[] }> }

// The options are read per request, since a build has no environment.
function handle(request: NextRequest, context: Context): Promise<Response> {
  return NextAuth(request, context, authOptions())
}

export { handle as GET, handle as POST }
