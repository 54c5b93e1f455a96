import type { Translated } from '#shared/translate.ts'
import type { messages as en } from './messages.en.ts'

export const messages: Translated<typeof en> = {
  users: {
    problem: {
      taken_email: 'Ya existe una cuenta con esta dirección. Inicia sesión en ella o usa otra dirección.',
      taken_username: 'Este nombre de usuario ya está en uso. Elige otro.',
      reserved_username: 'Este nombre de usuario está reservado. Elige otro.',
      mixed_username: 'Usa letras de un solo alfabeto.',
      weak_password: 'Esta contraseña es demasiado fácil de adivinar. Hazla más larga.',
      password_is_email: 'Elige una contraseña que no sea tu dirección de correo.',
      wrong_credentials: 'Correo o contraseña incorrectos. Inténtalo de nuevo.',
      wrong_password: 'Esta no es tu contraseña actual. Inténtalo de nuevo.',
      google: 'Google no ha confirmado que eres tú. Inténtalo de nuevo.',
      no_google: 'Aquí no se puede iniciar sesión con Google. Usa tu correo y tu contraseña.',
      google_proof:
        'Confirma que eres tú con la cuenta de Google con la que inicias sesión. Si ya no entras con Google, crea antes una contraseña con «¿Has olvidado tu contraseña?».',
      link_required: 'Ya existe una cuenta con esta dirección. Confirma que es tuya para vincularla con Google.',
      wrong_link: 'El enlace ha caducado. Solicita uno nuevo.',
      blocked: 'Esta cuenta está bloqueada. Si crees que es un error, escríbenos.',
    },
    invitation: {
      problem: {
        blocked: 'La cuenta de esta dirección está bloqueada o es la del propio equipo.',
        has_role: 'La cuenta de esta dirección ya puede hacer eso.',
        open: 'Esta dirección ya está invitada. Reenvía esa invitación o retírala.',
        wrong_link: 'Esta invitación ha caducado, se ha retirado o ya se ha aceptado. Pide otra.',
        other_address: 'Esta invitación es para otra dirección. Inicia sesión con la cuenta de esa dirección.',
        admin: 'Eres administrador: ya puedes hacer eso, y esta invitación te quitaría permisos.',
      },
      mail: {
        subject: 'Te invitan a colaborar en {site}',
        moderator:
          '{inviter} te invita a unirte a {site} como moderador, para revisar lo que se publica y se denuncia en el foro.',
        editor:
          '{inviter} te invita a unirte a {site} como editor, para ocuparte de la biblioteca, las noticias y las páginas.',
        analyst: '{inviter} te invita a unirte a {site} como analista, para consultar sus cifras.',
        admin:
          '{inviter} te invita a unirte a {site} como administrador, para llevarlo todo, también los miembros y los pagos.',
        label: 'Ver la invitación',
        note: 'El enlace sirve una vez y durante 7 días. Si no conoces a {inviter}, ignora este correo: no pasará nada.',
      },
    },
    weakness: {
      warnings: {
        straightRow: 'Las filas de teclas seguidas son fáciles de adivinar.',
        keyPattern: 'Los patrones cortos del teclado son fáciles de adivinar.',
        simpleRepeat: 'Los caracteres repetidos, como «aaa», son fáciles de adivinar.',
        extendedRepeat: 'Los patrones repetidos, como «abcabcabc», son fáciles de adivinar.',
        sequences: 'Las secuencias, como «abc» o «123», son fáciles de adivinar.',
        recentYears: 'Los años recientes son fáciles de adivinar.',
        dates: 'Las fechas son fáciles de adivinar.',
        topTen: 'Es una de las diez contraseñas más usadas.',
        topHundred: 'Es una de las contraseñas más usadas.',
        common: 'Es una contraseña muy usada.',
        similarToCommon: 'Se parece a una contraseña muy usada.',
        wordByItself: 'Una sola palabra es fácil de adivinar.',
        namesByThemselves: 'Un nombre solo es fácil de adivinar.',
        commonNames: 'Los nombres comunes son fáciles de adivinar.',
        userInputs: 'Usa datos sobre ti o sobre este sitio.',
      },
      suggestions: {
        l33t: 'Cambiar «a» por «@» y similares ayuda poco.',
        reverseWords: 'Escribir palabras al revés ayuda poco.',
        allUppercase: 'Escribirlo todo en mayúsculas ayuda poco.',
        capitalization: 'Una mayúscula al principio ayuda poco.',
        dates: 'Evita fechas relacionadas contigo.',
        recentYears: 'Evita los años recientes.',
        associatedYears: 'Evita años relacionados contigo.',
        sequences: 'Evita las secuencias de caracteres.',
        repeated: 'Evita repetir palabras y caracteres.',
        longerKeyboardPattern: 'Usa un patrón de teclado más largo y con más cambios de dirección.',
        anotherWord: 'Añade más palabras que sean menos comunes.',
        useWords: 'Usa varias palabras, pero ninguna frase conocida.',
        noNeed: 'No hacen falta símbolos, números ni mayúsculas.',
      },
    },
    mails: {
      welcome: {
        subject: 'Te damos la bienvenida a {site}: confirma tu correo',
        text: 'Tu cuenta está lista. Confirma, por favor, que esta dirección de correo es tuya.',
        label: 'Confirmar mi correo',
        note: 'El enlace es válido durante 7 días. Si no has creado una cuenta en {site}, ignora este correo.',
      },
      reset: {
        subject: 'Crea una contraseña nueva para {site}',
        text: 'Alguien, esperamos que tú, ha pedido una contraseña nueva para tu cuenta.',
        label: 'Crear una contraseña nueva',
        note: 'El enlace funciona una sola vez y caduca en una hora. Si no lo has pedido, ignora este correo: tu contraseña seguirá siendo la misma.',
      },
      password_changed: {
        subject: 'Tu contraseña de {site} ha cambiado',
        text: 'La contraseña de tu cuenta se acaba de cambiar y se ha cerrado la sesión en los demás navegadores.',
        label: 'No he sido yo',
        note: 'Si has sido tú, no tienes que hacer nada. Si no, crea una contraseña nueva ahora mismo y escríbenos.',
      },
      new_address: {
        subject: 'Confirma tu nuevo correo para {site}',
        text: 'Has pedido usar {email} en tu cuenta. El cambio se hará efectivo cuando lo confirmes. Si entras con Google, entonces necesitarás una contraseña o una cuenta de Google con el nuevo correo.',
        label: 'Confirmar el nuevo correo',
        note: 'El enlace es válido durante 7 días. Si no lo has pedido, ignora este correo: no cambiará nada.',
      },
      address_changed: {
        subject: 'Tu correo de {site} ha cambiado',
        text: 'Tu cuenta ya no usa {email}: se ha confirmado un nuevo correo.',
        note: 'Si has sido tú, no tienes que hacer nada. Si no, escríbenos ahora mismo.',
      },
      google_link: {
        subject: '¿Vincular Google con tu cuenta de {site}?',
        text: 'Alguien, esperamos que tú, quiere entrar en tu cuenta con una cuenta de Google que usa esta dirección.',
        label: 'Vincular Google con mi cuenta',
        note: 'El enlace funciona una sola vez y caduca en una hora. Si no has sido tú, no lo abras: no cambiará nada.',
      },
      google_linked: {
        subject: 'Se ha vinculado una cuenta de Google a tu cuenta de {site}',
        text: 'Tu cuenta se acaba de vincular con una cuenta de Google, con la que ya se puede entrar en ella.',
        label: 'Crear una contraseña nueva',
        note: 'Si has sido tú, no tienes que hacer nada. Si no, o si nunca creaste la contraseña de esta cuenta, crea una nueva: así se cerrarán todas las sesiones y se quitará el vínculo con Google.',
      },
    },
  },
}
