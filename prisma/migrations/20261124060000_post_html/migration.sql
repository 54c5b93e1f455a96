-- That a text was rendered again, and looks as before, drops nothing from the caches.
DROP TRIGGER post_text_changed ON post_text;
CREATE TRIGGER post_text_changed
  AFTER INSERT OR DELETE OR TRUNCATE OR UPDATE OF post_id, locale, title, excerpt, cover_alt, body, body_html, reading_minutes
  ON post_text EXECUTE FUNCTION invalidate_tag('posts');
