<!doctype html>
<html lang="en">
  <head>
    <title>Shop</title>
    <link rel="icon" href="data:,">
    <?php wp_head(); ?>
  </head>
  <body>
    <?php while (have_posts()) { the_post(); the_content(); } wp_footer(); ?>
  </body>
</html>
