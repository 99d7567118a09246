<?php
// Parameters: the socket of the database, the text of the page. Prints the number of the page.
[, $socket, $text] = $argv;
mysqli_query(mysqli_connect('localhost', 'root', '', '', 0, $socket), 'create database site');
define('WP_INSTALLING', true);
require __DIR__ . '/wp-load.php';
require_once ABSPATH . 'wp-admin/includes/upgrade.php';
require_once ABSPATH . 'wp-admin/includes/plugin.php';
// The installation would write to its owner.
function wp_mail() { return true; }
wp_install('Shop', 'owner', 'owner@example.com', true, '', 'not-a-secret');
switch_theme('plain');
$failure = activate_plugin('causeway.php');
if (is_wp_error($failure)) exit($failure->get_error_message());
$page = ['post_type' => 'page', 'post_status' => 'publish', 'post_title' => 'Pay', 'post_content' => $text];
echo 'page ' . wp_insert_post($page);
