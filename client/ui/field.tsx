import { Eye, EyeOff } from 'lucide-react'
import { useId, useState } from 'react'
import type { ComponentProps, ReactNode } from 'react'

type FieldProps = ComponentProps<'input'> & {
  label: string
  error?: string | undefined
  hint?: ReactNode
  after?: ReactNode
}

export function Field({ label, error, hint, after, ...input }: FieldProps) {
  const id = useId()
  const note = error ?? hint
  return (
    <div>
      <label htmlFor={id} className="mb-1 block font-semibold">
        {label}
      </label>
      <div className="relative">
        <input
          id={id}
          className={`field aria-invalid:border-danger ${after ? 'pr-12' : ''}`}
          aria-invalid={error === undefined ? undefined : true}
          aria-describedby={note ? `${id}-note` : undefined}
          {...input}
        />
        {after}
      </div>
      {note && (
        <p id={`${id}-note`} className={`mt-1 text-sm ${error ? 'text-danger' : 'text-muted'}`}>
          {note}
        </p>
      )}
    </div>
  )
}

type PasswordFieldProps = Omit<FieldProps, 'type' | 'after'> & { show: string; hide: string }

export function PasswordField({ show, hide, ...field }: PasswordFieldProps) {
  const [isShown, setShown] = useState(false)
  return (
    <Field
      {...field}
      type={isShown ? 'text' : 'password'}
      after={
        <button
          type="button"
          className="icon-button needs-script absolute inset-y-0 right-0"
          aria-label={isShown ? hide : show}
          aria-pressed={isShown}
          onClick={() => setShown(!isShown)}
        >
          {isShown ? <EyeOff className="size-5" /> : <Eye className="size-5" />}
        </button>
      }
    />
  )
}
