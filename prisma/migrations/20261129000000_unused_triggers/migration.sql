-- not in a transaction
-- Each statement locks one table for a moment. Nothing but TRUNCATE ran the triggers named `…_emptied` and
-- `prompt_text_search_empty`; the server never changes the keys that the triggers named `…_move` refused to change.

DROP FUNCTION IF EXISTS member_words(text,text,text,text);
DROP TRIGGER IF EXISTS category_emptied ON category;
DROP TRIGGER IF EXISTS category_text_emptied ON category_text;
DROP TRIGGER IF EXISTS category_text_move ON category_text;
DROP TRIGGER IF EXISTS comment_emptied ON comment;
DROP TRIGGER IF EXISTS comment_move ON comment;
DROP TRIGGER IF EXISTS comment_vote_emptied ON comment_vote;
DROP TRIGGER IF EXISTS comment_vote_move ON comment_vote;
DROP TRIGGER IF EXISTS pipeline_emptied ON pipeline;
DROP TRIGGER IF EXISTS pipeline_step_emptied ON pipeline_step;
DROP TRIGGER IF EXISTS pipeline_step_move ON pipeline_step;
DROP TRIGGER IF EXISTS pipeline_step_text_emptied ON pipeline_step_text;
DROP TRIGGER IF EXISTS pipeline_step_text_move ON pipeline_step_text;
DROP TRIGGER IF EXISTS pipeline_text_emptied ON pipeline_text;
DROP TRIGGER IF EXISTS pipeline_text_move ON pipeline_text;
DROP TRIGGER IF EXISTS prompt_emptied ON prompt;
DROP TRIGGER IF EXISTS prompt_emptied_count ON prompt;
DROP TRIGGER IF EXISTS prompt_text_emptied ON prompt_text;
DROP TRIGGER IF EXISTS prompt_text_move ON prompt_text;
DROP TRIGGER IF EXISTS prompt_text_search_empty ON prompt_text;
DROP TRIGGER IF EXISTS rating_emptied ON rating;
DROP TRIGGER IF EXISTS rating_move ON rating;
DROP TRIGGER IF EXISTS thread_emptied ON thread;
DROP TRIGGER IF EXISTS thread_vote_emptied ON thread_vote;
DROP TRIGGER IF EXISTS thread_vote_move ON thread_vote;
DROP TRIGGER IF EXISTS use_case_emptied ON use_case;
DROP TRIGGER IF EXISTS use_case_text_emptied ON use_case_text;
DROP TRIGGER IF EXISTS use_case_text_move ON use_case_text;
DROP FUNCTION IF EXISTS empty_prompt_search();
DROP FUNCTION IF EXISTS empty_thread_counts();
DROP FUNCTION IF EXISTS forget_comment_votes();
DROP FUNCTION IF EXISTS forget_prompt_counts();
DROP FUNCTION IF EXISTS forget_ratings();
DROP FUNCTION IF EXISTS refuse_move();
