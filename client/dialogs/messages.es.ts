import type { Translated } from '#shared/translate.ts'
import type { messages as en } from './messages.en.ts'

export const messages: Translated<typeof en> = {
  ask: {
    log_in_note: 'Para esto necesitas una cuenta. Es gratis y volverás justo aquí.',
    create_account: 'Crear cuenta',
    again: 'Reintentar',
  },
  again: {
    title: 'Tu sesión ha terminado',
    note: 'Vuelve a iniciar sesión y sigue justo aquí. Lo que has escrito se queda en esta página.',
    email: 'Correo electrónico',
    password: 'Contraseña',
    show: 'Mostrar la contraseña',
    hide: 'Ocultar la contraseña',
    submit: 'Iniciar sesión',
    wrong: 'Correo o contraseña incorrectos. Inténtalo de nuevo.',
    other: 'Iniciar sesión de otra forma',
    wait: 'Demasiados intentos. Inténtalo de nuevo en {seconds} segundos.',
    later: 'Demasiados intentos. Inténtalo de nuevo más tarde.',
  },
  tier: {
    title: '«{title}» forma parte de {plan}',
    unnamed: '«{title}» forma parte de una suscripción',
    month: '{plan} cuesta {month} al mes.',
    year: '{plan} cuesta {year} al año.',
    both: '{plan} cuesta {month} al mes o {year} al año.',
    note: 'Cancela cuando quieras, con garantía de reembolso de 14 días.',
    plans: 'Ver los planes',
    subscribed: '¿Ya tienes una suscripción? Inicia sesión para ver este contenido.',
    subscribed_category: '¿Ya tienes una suscripción? Inicia sesión para ver esta categoría.',
  },
}
