//! What several commands show: answers, pictures, repairs.

pub mod answer;
pub mod drawing;
pub mod repairs;
pub mod solution_picture;
pub mod target;
