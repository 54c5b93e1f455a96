import type { Translated } from '#shared/translate.ts'
import type { messages as en } from './messages.en.ts'

export const messages: Translated<typeof en> = {
  common: {
    library: 'Biblioteca de prompts',
    back: 'Volver a la biblioteca',
    search: 'Buscar en la biblioteca',
    feed: 'Actividad (simulada)',
    locked: 'Bloqueado: requiere suscripción',
    nothing_found: 'No se ha encontrado nada',
    loading: 'Cargando…',
    load_more: 'Cargar más',
    load_failed: 'No se ha podido cargar más. Inténtalo de nuevo.',
    copy: 'Copiar',
    copy_failed: 'Algo ha salido mal.',
    address_copied: 'Enlace copiado',
  },
  dialog: {
    log_in: 'Iniciar sesión',
    cancel: 'Cancelar',
    close: 'Cerrar',
  },
  failed: {
    title: 'Esta página no está disponible',
    text: 'Algo ha salido mal al cargarla.',
    retry: 'Intentar de nuevo',
    home: 'Ir al inicio',
    reload: 'Recargar la página',
    part: 'Una parte de esta página no funciona ahora mismo.',
    prompt: 'No se ha podido cargar el prompt',
  },
  offline: {
    text: 'Estás sin conexión. Lo que falta se cargará cuando la recuperes.',
    not_sent: 'No se ha enviado nada porque no hay conexión. Lo que has escrito sigue aquí.',
  },
  languages: { switch: 'Idioma', en: 'English', es: 'Español' },
  navigation: {
    main: 'Principal',
    skip: 'Ir al contenido',
    profile: 'Tu perfil',
    library: 'Biblioteca',
    news: 'Noticias',
    forum: 'Foro',
    subscription: 'Suscripción',
    open: 'Abrir el menú',
    close: 'Cerrar el menú',
  },
  footer: {
    line: 'Prompts probados y organizados según el trabajo que tienes que hacer.',
    explore: 'Explorar',
    legal: 'Legal',
    follow: 'Síguenos',
    terms: 'Términos del servicio',
    privacy: 'Política de privacidad',
  },
  theme: { dark: 'Tema oscuro', switch: 'Cambiar entre claro y oscuro' },
  too_many_requests: {
    title: 'Demasiadas solicitudes(',
    text: {
      one: 'Has alcanzado el límite de solicitudes. Espera {count} segundo…',
      other: 'Has alcanzado el límite de solicitudes. Espera {count} segundos…',
    },
    over: 'Ya puedes continuar.',
    back: 'Volver',
  },
  not_found: {
    code: '404',
    title: 'Página no encontrada',
    text: 'Lo sentimos, no existe esa página :(',
    prompt: 'Prompt no encontrado',
  },
}
