'use client'

import { useMutation } from '@tanstack/react-query'
import { signOut } from 'next-auth/react'
import { paths } from '@/components/paths'
import { Button } from '@/components/ui/button'

export function SignOutButton() {
  const leave = useMutation({
    mutationFn: () => signOut({ redirect: false }),
    onSuccess: () => window.location.assign(paths.signIn),
  })
  return (
    <Button className="w-full" pending={leave.isPending || leave.isSuccess} onClick={() => leave.mutate()}>
      Sign out
    </Button>
  )
}
