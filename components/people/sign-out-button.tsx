'use client'

import { useMutation } from '@tanstack/react-query'
import { paths } from '@/components/paths'
import { Button } from '@/components/ui/button'
import { signOut } from './auth-calls'

export function SignOutButton() {
  const leave = useMutation({
    mutationFn: signOut,
    onSuccess: () => window.location.assign(paths.signIn),
  })
  return (
    <Button className="w-full" pending={leave.isPending || leave.isSuccess} onClick={() => leave.mutate()}>
      Sign out
    </Button>
  )
}
