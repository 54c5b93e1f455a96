import type { Translated } from '#shared/translate.ts'
import type { messages as en } from './messages.en.ts'

export const messages: Translated<typeof en> = {
  email: 'Correo electrónico',
  password: 'Contraseña',
  new_password: 'Nueva contraseña',
  password_hint: 'Al menos 8 caracteres.',
  first_name: 'Nombre',
  last_name: 'Apellidos',
  show: 'Mostrar la contraseña',
  hide: 'Ocultar la contraseña',
  without_script: 'Este formulario necesita JavaScript. Actívalo para este sitio, por favor.',
  or: 'o',
  login: {
    title: 'Iniciar sesión',
    submit: 'Iniciar sesión',
    forgot: '¿Has olvidado tu contraseña?',
    register: '¿Aún no tienes cuenta?',
    register_link: 'Crea una',
    wrong: 'Correo o contraseña incorrectos. Inténtalo de nuevo.',
    reset: 'Tu contraseña ha cambiado. Inicia sesión con la nueva.',
    registered:
      'Tu cuenta está lista y te hemos enviado un correo para confirmar tu dirección. Inicia sesión para seguir.',
  },
  register: {
    title: 'Crear una cuenta',
    intro: 'Es gratis y no se pide tarjeta.',
    submit: 'Crear cuenta',
    consent: ['Al crear una cuenta aceptas los ', 'términos del servicio', ' y la ', 'política de privacidad', '.'],
    login: '¿Ya tienes cuenta?',
    login_link: 'Inicia sesión',
    wrong: 'Error de registro.',
  },
  forgot: {
    title: '¿Has olvidado tu contraseña?',
    intro: 'Dinos tu dirección y te enviaremos un enlace para crear una contraseña nueva.',
    submit: 'Enviar enlace',
    sent: 'Hemos enviado un correo con instrucciones a tu dirección.',
    wrong: 'No se pudo enviar el enlace. Comprueba que el correo es correcto.',
    back: 'Volver al inicio de sesión',
  },
  reset: {
    title: 'Crea una contraseña nueva',
    submit: 'Cambiar contraseña',
    no_token: 'El enlace no es válido. Inténtalo de nuevo.',
    expired: 'El enlace ha caducado. Solicita uno nuevo.',
    wrong: 'Error al cambiar la contraseña. Comprueba los datos.',
    again: 'Solicitar otro enlace',
  },
  confirm: {
    title: 'Confirma tu dirección',
    busy: 'Un momento…',
    done: 'Tu dirección está confirmada.',
    wrong: 'No hemos podido confirmar tu dirección. Inténtalo de nuevo en un momento.',
    on: 'Ir a la biblioteca',
    again: 'Pide otro enlace desde tu perfil',
  },
  google: {
    title: 'Inicio de sesión con Google',
    busy: 'Un momento…',
    wrong: 'No se pudo iniciar sesión con Google.',
    back: 'Volver al inicio de sesión',
  },
  link: {
    title: 'Vincula Google con tu cuenta',
    intro:
      'Ya existe una cuenta con {email}. Demuestra que es tuya: desde entonces también podrás entrar en ella con Google.',
    submit: 'Vincular Google e iniciar sesión',
    by_mail: '¿No tienes contraseña o la has olvidado? Podemos enviar un enlace a esa dirección.',
    mail: 'Envíame un enlace',
    mailed: 'Hemos enviado un enlace a tu dirección. Funciona una sola vez y durante una hora.',
    question:
      'Alguien ha iniciado sesión con una cuenta de Google de tu dirección. Si has sido tú, continúa: desde entonces también podrás entrar aquí con Google. Si no, cierra esta página.',
    too_late: 'Ha pasado demasiado tiempo. Vuelve atrás e inicia sesión con Google de nuevo.',
    wrong: 'No se pudo vincular Google con tu cuenta.',
  },
}
