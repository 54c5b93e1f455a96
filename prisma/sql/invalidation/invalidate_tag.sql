CREATE OR REPLACE FUNCTION invalidate_tag() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM invalidate(ARRAY[TG_ARGV[0]]);
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER announcement_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON announcement
  EXECUTE FUNCTION invalidate_tag('site');

CREATE OR REPLACE TRIGGER faq_item_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON faq_item
  EXECUTE FUNCTION invalidate_tag('faq');

CREATE OR REPLACE TRIGGER faq_item_text_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON faq_item_text
  EXECUTE FUNCTION invalidate_tag('faq');

CREATE OR REPLACE TRIGGER functional_group_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON functional_group
  EXECUTE FUNCTION invalidate_tag('taxonomy');

CREATE OR REPLACE TRIGGER functional_group_text_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON functional_group_text
  EXECUTE FUNCTION invalidate_tag('taxonomy');

CREATE OR REPLACE TRIGGER landing_section_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON landing_section
  EXECUTE FUNCTION invalidate_tag('landing');

CREATE OR REPLACE TRIGGER library_summary_changed AFTER INSERT OR UPDATE OR DELETE ON library_summary
  FOR EACH ROW EXECUTE FUNCTION invalidate_tag('library_summary');

CREATE OR REPLACE TRIGGER model_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON model
  EXECUTE FUNCTION invalidate_tag('taxonomy');

CREATE OR REPLACE TRIGGER plan_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON plan
  EXECUTE FUNCTION invalidate_tag('plans');

CREATE OR REPLACE TRIGGER plan_text_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON plan_text
  EXECUTE FUNCTION invalidate_tag('plans');

CREATE OR REPLACE TRIGGER post_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON post
  EXECUTE FUNCTION invalidate_tag('posts');

CREATE OR REPLACE TRIGGER post_tag_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON post_tag
  EXECUTE FUNCTION invalidate_tag('posts');

CREATE OR REPLACE TRIGGER post_tag_text_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON post_tag_text
  EXECUTE FUNCTION invalidate_tag('posts');

CREATE OR REPLACE TRIGGER post_text_changed
  AFTER INSERT OR DELETE OR TRUNCATE OR UPDATE OF post_id, locale, title, excerpt, cover_alt, body, body_html, reading_minutes
  ON post_text EXECUTE FUNCTION invalidate_tag('posts');

CREATE OR REPLACE TRIGGER prompt_set_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON prompt_set
  EXECUTE FUNCTION invalidate_tag('sets');

CREATE OR REPLACE TRIGGER prompt_set_text_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON prompt_set_text
  EXECUTE FUNCTION invalidate_tag('sets');

CREATE OR REPLACE TRIGGER section_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON section
  EXECUTE FUNCTION invalidate_tag('sections');

-- Section names are on every thread page, which must not be invalidated with each new thread like "sections".
CREATE OR REPLACE TRIGGER section_renamed AFTER UPDATE OR DELETE OR TRUNCATE ON section
  EXECUTE FUNCTION invalidate_tag('section_names');

CREATE OR REPLACE TRIGGER section_text_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON section_text
  EXECUTE FUNCTION invalidate_tag('sections');

CREATE OR REPLACE TRIGGER section_text_renamed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON section_text
  EXECUTE FUNCTION invalidate_tag('section_names');

CREATE OR REPLACE TRIGGER site_page_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON site_page
  EXECUTE FUNCTION invalidate_tag('site');

CREATE OR REPLACE TRIGGER site_page_text_changed
  AFTER INSERT OR DELETE OR TRUNCATE OR UPDATE OF site_page_id, locale, title, body, body_html
  ON site_page_text EXECUTE FUNCTION invalidate_tag('site');

CREATE OR REPLACE TRIGGER site_setting_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON site_setting
  EXECUTE FUNCTION invalidate_tag('site');

CREATE OR REPLACE TRIGGER tag_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON tag
  EXECUTE FUNCTION invalidate_tag('taxonomy');

CREATE OR REPLACE TRIGGER tag_text_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON tag_text
  EXECUTE FUNCTION invalidate_tag('taxonomy');

CREATE OR REPLACE TRIGGER testimonial_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON testimonial
  EXECUTE FUNCTION invalidate_tag('testimonials');

CREATE OR REPLACE TRIGGER testimonial_text_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON testimonial_text
  EXECUTE FUNCTION invalidate_tag('testimonials');
